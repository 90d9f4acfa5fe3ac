import { code, equation, h2, page, text } from '../../builder/blocks.ts'
import type { BlockNode } from '../../builder/block-node.ts'
import { formula } from '../../builder/rich-text.ts'

/** Code blocks in several languages, and equations. */
export function codeAndFormulas(): BlockNode {
  return page('Code and Formulas', { icon: '🧮' }, [
    h2('Functions of the pack'),
    code('mcfunction', flicker, 'data/hollow/function/flicker.mcfunction'),
    code('JSON', lootTable, 'Its loot table'),
    h2('Tools around it'),
    code('TypeScript', countMoths),
    code('Python', sealTimes),
    code(
      'Bash',
      'for world in worlds/*; do\n  cp hollow.zip "$world/datapacks/" # every world\ndone'
    ),
    code('Diff', '- oil: 5\n+ oil: 4\n  light: 9'),
    code('HTML', '<p class="sign">Doors stay shut.</p>'),
    code('Plain Text', 'level-seed=149719398400', 'server.properties'),
    { ...code('YAML', longLine), format: { code_wrap: false } },
    code('Mermaid', 'graph LR\n  Drift --> Flicker\n  Flicker -->|two seconds| Sealed'),
    h2('Formulas'),
    text('Oil burns with ', formula(String.raw`o(t) = o_0 \, e^{-t/\tau}`), ', so that'),
    equation(String.raw`\int_0^T o(t)\,\mathrm{d}t = o_0 \, \tau \left(1 - e^{-T/\tau}\right)`),
    equation(
      String.raw`s(g) = \begin{cases} 2 & g = \text{Wick} \\ \tfrac{3}{2} & g = \text{Flame} \end{cases}`
    ),
    text('Somebody forgot a brace: ', formula(String.raw`\frac{1}{2`), '.')
  ])
}

const flicker = `# Runs every tick near a hollow
execute as @e[type=marker,tag=hollow,distance=..20] at @s run particle minecraft:glow ~ ~1 ~ 0.2 0.2 0.2 0 3
scoreboard players remove @s hollow.health 1
execute if score @s hollow.health matches ..30 run tag @s add flicker
data merge entity @s {Glowing:1b,CustomName:"Hollow"}
$say $(name) flickers`

const lootTable = `{
  "type": "minecraft:entity",
  "pools": [{ "rolls": 1, "bonus_rolls": 0.5, "entries": [{ "name": "hollow:ember" }] }],
  "random_sequence": null
}`

const countMoths = `/** Moths that one lamp feeds in a night. */
export function countMoths(lamps: readonly Lamp[]): number {
  return lamps.filter((lamp) => lamp.isLit).reduce((sum, { oil }) => sum + Math.floor(oil / 4), 0)
}`

const sealTimes = `def seal_time(grade: str, bearers: int = 1) -> float:
    """Seconds until the ring closes."""
    times = {"Wick": 2.0, "Flame": 1.5, "Vigil": 0.5}
    return times.get(grade, 2.0) / max(bearers, 1)  # it adds up`

const longLine = `motd: "The lamps of Harten are lit from the bridge outwards, one every twenty-two ticks, and the last one is yours"`
