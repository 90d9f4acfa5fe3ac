import type { WorkerSettings } from '../protocol.ts'
import { cacheName } from '../cache-names.ts'

/** An event that keeps the worker alive. TypeScript has these types only in place of those of pages. */
export interface WaitingEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

export interface FetchingEvent extends WaitingEvent {
  request: Request
  /** The page that a navigation opens. */
  resultingClientId: string
  preloadResponse: Promise<Response | undefined>
  respondWith: (response: Promise<Response>) => void
}

/** https://w3c.github.io/ServiceWorker/#service-worker-static-router; not in all browsers. */
export interface InstallEvent extends WaitingEvent {
  addRoutes?: (routes: StaticRoute[]) => Promise<void>
}

interface StaticRoute {
  condition: { urlPattern: { pathname: string } }
  source: { cacheName: string }
}

interface Client {
  url: string
  postMessage: (message: unknown, transfer: Transferable[]) => void
  navigate: (url: string) => Promise<unknown>
}

interface WorkerScope {
  offlineSettings: WorkerSettings
  registration: ServiceWorkerRegistration
  clients: {
    claim: () => Promise<void>
    get: (id: string) => Promise<Client | undefined>
    matchAll: (options: { type: 'window' }) => Promise<Client[]>
  }
  skipWaiting: () => Promise<void>
  addEventListener: <Kind extends keyof Events>(
    kind: Kind,
    listener: (event: Events[Kind]) => void
  ) => void
}

interface Events {
  install: InstallEvent
  activate: WaitingEvent
  fetch: FetchingEvent
  message: WaitingEvent & { data: unknown }
}

export const worker = globalThis as unknown as WorkerScope

export const settings = worker.offlineSettings

/** The path of the site on its host, without a slash at its end. */
export const basePath = new URL(worker.registration.scope).pathname.slice(0, -1)

export const caching = {
  read: cacheName(basePath, 'read'),
  pictures: cacheName(basePath, 'pictures'),
  kept: cacheName(basePath, 'kept'),
  assets: cacheName(basePath, 'assets'),
  state: cacheName(basePath, 'state')
}

/**
 * The open pages of the site: those that this worker controls. A site below its path has a worker of its own,
 * but the scope of this one contains its pages.
 */
export function openPages(): Promise<Client[]> {
  return worker.clients.matchAll({ type: 'window' })
}
