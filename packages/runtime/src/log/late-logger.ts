import type { Logger } from './logger.ts';

/** Makes a logger for what is made before it is known where its lines go: `target` is asked for each of them. */
export const lateLogger = (target: () => Logger): Logger => ({
  enabled: (level) => target().enabled(level),
  debug: (message, values) => target().debug(message, values),
  info: (message, values) => target().info(message, values),
  error: (error, message, values) => target().error(error, message, values),
  with: (values) => lateLogger(() => target().with(values)),
  named: (name) => lateLogger(() => target().named(name)),
});
