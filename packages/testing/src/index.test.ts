import { expect, test } from 'vitest';
import * as testing from './index.ts';

test('the front door is what it was: a name that goes or changes breaks tests', () => {
  expect(Object.keys(testing).sort()).toEqual([
    'CrdFileError',
    'TransportDiedError',
    'admit',
    'countingTransport',
    'createTestEnvironment',
    'defineStory',
    'dyingTransport',
    'eventuallyOn',
    'eventuallyOnVirtualTime',
    'faultyTransport',
    'isWrite',
    'kubeconfigVariable',
    'playStory',
    'readCrds',
    'seededRandom',
    'whileTimePasses',
  ]);
});
