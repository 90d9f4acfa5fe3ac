import { Fragment } from 'react'

import { imageOf } from '../context/page-files.ts'
import { usePage, userPhoto } from '../context/page-context.ts'
import { userName } from '../context/shown-names.ts'
import { notion } from '../vocabulary.ts'

/** People by name, with their pictures if available. */
export function PeopleValue({ ids }: { ids: unknown[] }) {
  const known = [...new Set(ids.filter((id) => typeof id === 'string' && id !== ''))]
  return known.map((id, index) => (
    <Fragment key={String(id)}>
      {index > 0 && ', '}
      <Person id={String(id)} />
    </Fragment>
  ))
}

function Person({ id }: { id: string }) {
  const context = usePage()
  const name = userName(context, id)
  const photo = userPhoto(context, id)
  const { src } = photo ? imageOf(context, photo, { id }) : {}
  if (!name) return <span className="missing">{context.messages.missing.u}</span>
  return (
    <span className="person">
      {src && (
        <img
          className={notion.mark.person}
          src={src}
          alt=""
          width={20}
          height={20}
          loading="lazy"
        />
      )}
      {name}
    </span>
  )
}
