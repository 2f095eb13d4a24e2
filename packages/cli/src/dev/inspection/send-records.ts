// `kb dev` loads this into the operator's process before the main module (--import): it sends to kb what the operator's
// runtime publishes about itself.
import { subscribe } from 'node:diagnostics_channel';
import { INSPECTION_CHANNEL, type InspectionRecord } from '@kb/runtime/inspection';
import { createRecordSender } from './record-sender.ts';

if (process.channel) {
  const sender = createRecordSender({
    send: (message, sent) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => sent());
    },
    // Waiting records do not keep the process alive.
    later: (run, milliseconds) => void setTimeout(run, milliseconds).unref(),
    now: () => Date.now(),
  });
  // Only a runtime publishes on this channel.
  subscribe(INSPECTION_CHANNEL, (message) => sender.add(message as InspectionRecord));
  process.once('exit', () => sender.flush());
}
