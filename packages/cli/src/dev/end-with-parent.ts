// Loaded into the operator's process by `kb dev` (--import): ends it when kb is killed.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
