import { afterAll } from 'vitest'

import { cleanUpShared } from '../on-finished.ts'

afterAll(cleanUpShared)
