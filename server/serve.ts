import { type AppOptions, buildApp } from './app.ts'

export interface RunningServer {
  /** Where visitors reach it, such as `http://localhost:3000`. */
  address: string
  /** Stops accepting, lets requests under way finish, and closes the mirror. */
  close: () => Promise<void>
}

/** Builds the server and listens. Port 0 takes a free one. */
export async function serve(
  options: AppOptions & { host: string; port: number }
): Promise<RunningServer> {
  const { host, port, ...appOptions } = options
  const app = await buildApp(appOptions)
  await app.listen({ host, port })
  const bound = app.server.address()
  const boundPort = typeof bound === 'object' && bound ? bound.port : port
  const name = host.includes(':') ? `[${host}]` : host
  return { address: `http://${name}:${boundPort}`, close: async () => app.close() }
}
