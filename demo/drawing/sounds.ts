const RATE = 8000
const SECONDS = 2

/** Partials of a small bell: how high above the tone, how loud, how fast they fade. */
const partials = [
  [1, 1, 1.5],
  [2.76, 0.6, 2.5],
  [5.4, 0.3, 4]
] as const

/** One stroke of the Bell of Quiet as a WAV file: one channel of eight bits. */
export function bellStroke(): Buffer {
  const samples = Buffer.alloc(RATE * SECONDS)
  for (let index = 0; index < samples.length; index++) {
    samples[index] = 128 + Math.round(60 * loudness(index / RATE))
  }
  return Buffer.concat([header(samples.length), samples])
}

function loudness(time: number): number {
  return partials.reduce(
    (sum, [pitch, volume, fading]) =>
      sum + volume * Math.exp(-fading * time) * Math.sin(2 * Math.PI * 330 * pitch * time),
    0
  )
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(44)
  bytes.write('RIFF', 0)
  bytes.writeUInt32LE(36 + size, 4)
  bytes.write('WAVEfmt ', 8)
  bytes.writeUInt32LE(16, 16)
  // Plain samples, one channel.
  bytes.writeUInt16LE(1, 20)
  bytes.writeUInt16LE(1, 22)
  bytes.writeUInt32LE(RATE, 24)
  bytes.writeUInt32LE(RATE, 28)
  bytes.writeUInt16LE(1, 32)
  bytes.writeUInt16LE(8, 34)
  bytes.write('data', 36)
  bytes.writeUInt32LE(size, 40)
  return bytes
}
