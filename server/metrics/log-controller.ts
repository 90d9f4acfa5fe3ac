import { LogController } from 'fastify'

/**
 * Leaves out Fastify's two lines for each request, in place of which `RequestLog` writes one. Lines
 * about errors remain; the option `disableRequestLogging` would remove those too.
 */
export class ErrorsOnly extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(...facts: Parameters<LogController['requestCompleted']>): void {
    const [error] = facts
    if (error) super.requestCompleted(...facts)
  }
}
