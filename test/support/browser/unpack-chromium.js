import chromium from '@sparticuz/chromium'

// The package unpacks into the temporary folder of this process.
await chromium.executablePath()
