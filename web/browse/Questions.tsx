import { sqlHref } from '../../site/browse/data-address.ts'
import type { DataQuestion } from '../../site/browse/data-model.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import type { Shell } from '../pages/shell/shell.ts'

/** Questions that the mirror answers, with links to their statements. */
export function Questions({ shell, questions }: { shell: Shell; questions: DataQuestion[] }) {
  const { data } = messagesFor(shell.config)
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
