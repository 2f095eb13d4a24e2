import { expect, test } from 'vitest';
import * as runtime from './index.ts';

test('the front door is what it was: a name that goes or changes breaks programs', () => {
  expect(Object.keys(runtime).sort()).toEqual([
    'AlreadyControlledError',
    'NotCachedError',
    'TerminalError',
    'and',
    'annotationChanged',
    'bucketRateLimiter',
    'controllerFor',
    'createLogger',
    'createManager',
    'defaultControllerRateLimiter',
    'generationChanged',
    'hours',
    'isAlreadyControlledError',
    'isTerminalError',
    'itemExponentialFailureRateLimiter',
    'jsonSink',
    'labelChanged',
    'labelSelectorPredicate',
    'maxOfRateLimiter',
    'minutes',
    'not',
    'or',
    'predicateFuncs',
    'resourceVersionChanged',
    'runManager',
    'seconds',
    'silentLogger',
    'terminalError',
    'textSink',
  ]);
});
