import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// The yardstick: a bare `node:http` server that sends one recorded response. Its argument is a JSON
// file with `{ headers, notModifiedHeaders, etag, bodyFile }`; headers are flat arrays as in
// `rawHeaders`. It prints its port.
const { headers, notModifiedHeaders, etag, bodyFile } = JSON.parse(
  readFileSync(process.argv[2] ?? '', 'utf8')
)
const body = readFileSync(bodyFile)

const server = createServer({ keepAliveTimeout: 8_000 }, (request, response) => {
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, notModifiedHeaders)
    response.end()
  } else {
    response.writeHead(200, headers)
    response.end(body)
  }
})
server.listen(0, '127.0.0.1', () => console.log(`listening on ${server.address().port}`))
