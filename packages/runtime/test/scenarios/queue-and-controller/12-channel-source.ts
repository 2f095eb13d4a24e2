import assert from 'node:assert/strict';
import { newController } from '../../../src/controller/builder.ts';
import { ChannelClosedError, channelSource, createChannel } from '../../../src/controller/source/channel.ts';
import type { Scenario } from '../scenario.ts';

export const scenario: Scenario = {
  name: 'A channel: what was sent before the start is delivered after it, a full one drains later, a closed one ends',
  run: async (environment) => {
    const channel = createChannel<string>();
    const small = createChannel<string>({ bufferSize: 2 });
    const seen: string[] = [];
    const source = channelSource(channel, (name) => [{ name }], {
      predicates: [({ object }) => !object.startsWith('not-')],
    });
    const controllerOf = (name: string) =>
      newController()
        .named(name)
        .watchesRawSource(source)
        .watchesRawSource(channelSource(small, (key) => [{ name: key }]))
        .reconcile(({ key }) => void seen.push(`${name} ${key.name}`));
    for (let sent = 0; sent < 1024; sent += 1) await channel.send(sent === 0 ? 'early' : `not-${sent}`);
    assert.equal(channel.length, 1024, 'the default buffer is full');

    const sent: string[] = [];
    const sending = ['s1', 's2', 's3', 's4'].map((name) => small.send(name).then(() => sent.push(name)));
    const given = new AbortController();
    const givenUp = small.send('never', given.signal);
    given.abort(new Error('given up'));
    await assert.rejects(givenUp, /given up/);
    await environment.settle();
    await Promise.all(sending.slice(0, 2));
    assert.deepEqual([sent, small.length], [['s1', 's2'], 2]);

    await environment.start({ controllers: [controllerOf('one')] });
    await Promise.all(sending);
    await environment.eventually(() => assert.equal(seen.length, 5));
    assert.deepEqual(
      seen,
      ['early', 's1', 's2', 's3', 's4'].map((name) => `one ${name}`),
    );
    assert.deepEqual(sent, ['s1', 's2', 's3', 's4']);

    // A second controller reads the same channel: each gets the event.
    await environment.start({ controllers: [controllerOf('two')] });
    seen.length = 0;
    await channel.send('late');
    await channel.send('not-late');
    await environment.eventually(() => assert.equal(seen.length, 2));
    assert.deepEqual(seen.toSorted(), ['one late', 'two late']);

    const full = createChannel<string>({ bufferSize: 0 });
    const waiting = full.send('x');
    full.close();
    channel.close();
    await assert.rejects(waiting, ChannelClosedError);
    await assert.rejects(channel.send('after'), ChannelClosedError);
    assert.equal(channel.closed, true);
  },
};
