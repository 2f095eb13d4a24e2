import { expect, test } from 'vitest';
import * as testing from './index.ts';

test('exports the same names: removing or changing one breaks tests of users', () => {
  expect(Object.keys(testing).sort()).toEqual([
    'CrdFileError',
    'KUBECONFIG_VARIABLE',
    'MissingPermissionError',
    'RbacFileError',
    'TransportDiedError',
    'WebhookConfigurationError',
    'admit',
    'countingTransport',
    'createTestEnvironment',
    'defineStory',
    'dyingTransport',
    'eventuallyOn',
    'eventuallyOnVirtualTime',
    'faultyTransport',
    'isWrite',
    'patchCrds',
    'playStory',
    'readCrds',
    'readWebhookConfigurations',
    'seededRandom',
    'whileTimePasses',
  ]);
});
