import { hasPackagedChromium, packagedChromium } from './packaged-chromium.ts'

/** Unpacks Chromium once before all tests: test files run in parallel and would unpack it at the same time. */
export default function prepareChromium(): void {
  if (!process.env['CHROMIUM_PATH'] && hasPackagedChromium) packagedChromium()
}
