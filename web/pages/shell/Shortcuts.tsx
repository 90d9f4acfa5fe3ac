import { useMessages } from '../../messages.ts'

const ID = 'shortcuts'

/**
 * A button that shows the keyboard shortcuts, and the list of them, in which those of a single key can
 * be switched off (`web/islands/navigation/start-shortcuts.ts`).
 */
export function Shortcuts({ hasSearch }: { hasSearch: boolean }) {
  const { shortcuts } = useMessages()
  return (
    <>
      <button type="button" className="shortcuts-button" popoverTarget={ID}>
        {shortcuts.title}
      </button>
      <dialog id={ID} popover="auto" aria-label={shortcuts.title}>
        <dl>
          {hasSearch && <Shortcut keys={['/']} meaning={shortcuts.search} />}
          {hasSearch && <Shortcut keys={['Ctrl', 'K']} meaning={shortcuts.search} />}
          <Shortcut keys={['?']} meaning={shortcuts.title} />
          <Shortcut keys={['Esc']} meaning={shortcuts.close} />
        </dl>
        <label hidden>
          <input type="checkbox" defaultChecked /> {shortcuts.singleKeys}
        </label>
      </dialog>
    </>
  )
}

function Shortcut({ keys, meaning }: { keys: string[]; meaning: string }) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{meaning}</dd>
    </div>
  )
}
