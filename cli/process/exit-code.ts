/** Exit codes of all commands; schedulers and scripts rely on them. */
export const ExitCode = {
  done: 0,
  failed: 1,
  usage: 2,
  partial: 3,
  refused: 4,
  busy: 5,
  interrupted: 130,
  terminated: 143
} as const
