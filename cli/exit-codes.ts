/** What the commands' exit codes mean; schedulers and scripts rely on them. */
export const ExitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 4,
  busy: 5
} as const
