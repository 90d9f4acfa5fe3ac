import { TOKENIZER_VERSION } from '../../site/search/tokens.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/**
 * Returns the generation of the search index; undefined when there is no index of the published
 * generation and of this fansite's tokenizer. The next sync writes one.
 */
export function publishedIndex({ $client }: Mirror): number | undefined {
  return $client
    .prepare<[number], number>(
      `select search_index.generation from search_index
         join mirror on mirror.generation = search_index.generation where tokenizer = ?`
    )
    .pluck()
    .get(TOKENIZER_VERSION)
}
