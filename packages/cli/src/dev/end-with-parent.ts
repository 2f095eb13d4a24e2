// `kb dev` loads this into the operator's process (--import): it ends the process when kb is killed.
if (process.channel) {
  process.channel.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}
