import { hasPackagedChromium, packagedChromium } from './packaged-chromium.ts'

/** Unpacks Chromium once before all tests, since parallel test files would each unpack it. */
export default function prepareChromium(): void {
  if (!process.env['CHROMIUM_PATH'] && hasPackagedChromium) packagedChromium()
}
