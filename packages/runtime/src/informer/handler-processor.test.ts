import { createVirtualClock, type KubernetesObject } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { loopTurns } from '../loop-turns.ts';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { thing } from '../test-support/scripted-source.ts';
import { createHandlerProcessor, type HandlerProcessor } from './handler-processor.ts';
import type { ResourceEventHandler } from './resource-event-handler.ts';

function make(handler: ResourceEventHandler<KubernetesObject>): {
  readonly processor: HandlerProcessor<KubernetesObject>;
  readonly add: (name: string) => void;
  readonly lines: { message: string }[];
} {
  const { log, lines } = recordingLogger();
  const processor = createHandlerProcessor(handler, log, loopTurns(createVirtualClock()));
  return {
    processor,
    lines,
    add: (name) => processor.notify({ type: 'add', object: thing(name, '1'), isInInitialList: false }),
  };
}

/** Something that is opened once. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('calls at once, one after another, and waits for promises', async () => {
  const { opened, open } = gate();
  const told: string[] = [];
  const { processor, add } = make({
    onAdd: ({ metadata }) => {
      told.push(metadata.name);
      return metadata.name === 'slow' ? opened : undefined;
    },
  });
  add('fast');
  add('slow');
  add('next');
  expect([told, processor.waiting]).toEqual([['fast', 'slow'], 1]);
  open();
  await processor.stop();
  expect(told).toEqual(['fast', 'slow']);
});

test('is synced when the earlier notifications were handled', async () => {
  const { opened, open } = gate();
  const { processor, add } = make({ onAdd: () => opened });
  add('a');
  processor.notify({ type: 'synced' });
  expect(processor.hasSynced()).toBe(false);
  open();
  await processor.synced;
  expect([processor.hasSynced(), processor.waiting]).toEqual([true, 0]);
});

test('logs what a call throws or rejects with, and makes the next calls', async () => {
  const told: string[] = [];
  const { processor, add, lines } = make({
    onAdd: ({ metadata }) => {
      if (metadata.name === 'throws') throw new Error('no');
      if (metadata.name === 'rejects') return Promise.reject(new Error('no'));
      told.push(metadata.name);
      return undefined;
    },
  });
  for (const name of ['a', 'throws', 'b', 'rejects', 'c']) add(name);
  processor.notify({ type: 'synced' });
  await processor.synced;
  expect([told, lines.map(({ message }) => message)]).toEqual([
    ['a', 'b', 'c'],
    ['Event handler failed', 'Event handler failed'],
  ]);
});

test('stopping waits for the call that runs, and for nothing when none does', async () => {
  const { opened, open } = gate();
  const told: string[] = [];
  const { processor, add } = make({
    onAdd: async ({ metadata }) => {
      await opened;
      told.push(metadata.name);
    },
  });
  add('a');
  add('b');
  const stopping = Promise.all([processor.stop(), processor.stop()]);
  expect(processor.waiting).toBe(0);
  open();
  await stopping;
  add('c');
  expect(told).toEqual(['a']);
  await processor.stop();
});

test('a call may add notifications, and stop the processor', async () => {
  const told: string[] = [];
  const { processor, add } = make({
    onAdd: ({ metadata }) => {
      told.push(metadata.name);
      if (metadata.name === 'a') {
        add('b');
        add('c');
      }
      if (metadata.name === 'b') void processor.stop();
    },
  });
  add('a');
  expect(told).toEqual(['a', 'b']);
  await processor.stop();
});

test('a slow handler gets very many notifications in order', async () => {
  let next = 0;
  const { processor, add } = make({
    onAdd: async ({ metadata }) => {
      expect(metadata.name).toBe(String(next));
      next += 1;
    },
  });
  for (let n = 0; n < 20_000; n += 1) add(String(n));
  processor.notify({ type: 'synced' });
  await processor.synced;
  expect(next).toBe(20_000);
});
