const lines = [
  'Hollow Lantern: the first evening on one page',
  '1. Craft a lantern and stand at the edge of a shrine.',
  '2. Wait for dusk. Point the lantern at what flickers.',
  '3. Count to two. Everyone counts too fast.'
]

/** A leaflet of one page as a PDF document. */
export function leaflet(): Buffer {
  const words = lines.map((line, index) => `0 ${index === 0 ? 0 : -24} Td (${line}) Tj`).join('\n')
  const stream = `BT /F1 14 Tf 48 340 Td\n${words}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 420] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ]
  return Buffer.from(assemble(objects), 'latin1')
}

/** Objects one after the other, and the table that tells where each begins. */
function assemble(objects: string[]): string {
  let text = '%PDF-1.4\n'
  const starts = objects.map((object, index) => {
    const start = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  return `${text}xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
}
