import { afterAll } from 'vitest'

import { tidyUp } from './on-finished.ts'

afterAll(tidyUp)
