import { sqlHref } from '../../site/browse/data-address.ts'
import type { DataQuestion } from '../../site/browse/data-model.ts'
import { useMessages } from '../messages.ts'

/** Questions that the mirror answers, with links to their statements. */
export function Questions({ questions }: { questions: DataQuestion[] }) {
  const { data } = useMessages()
  return (
    <section>
      <h2>{data.questions}</h2>
      <ul lang="en">
        {questions.map(({ question, sql }) => (
          <li key={question}>
            <a href={sqlHref(sql)}>{question}</a>
          </li>
        ))}
      </ul>
    </section>
  )
}
