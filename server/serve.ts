import { type AppOptions, buildApp } from './app.ts'
import { listen } from './http/listen.ts'

export interface RunningServer {
  /** The URL of the site, such as `http://localhost:3000`. */
  address: string
  /** Stops listening, gives pending requests a few seconds, and closes the mirror. */
  close: () => Promise<void>
}

/** Builds the server and listens. Port 0 takes a free one. */
export async function serve(
  options: AppOptions & { host: string; port: number }
): Promise<RunningServer> {
  const { host, port, ...appOptions } = options
  const app = await buildApp(appOptions)
  const listening = await listen(app, { host, port })
  const name = host.includes(':') ? `[${host}]` : host
  const close = async () => {
    listening.close()
    await app.close()
  }
  return { address: `http://${name}:${listening.port}`, close }
}
