import { expect, test } from 'vitest';
import * as permissions from './permissions/index.ts';
import * as reporting from './vitest/index.ts';

/** The public names of the other entries: removing one is a breaking change, adding one is a promise. */
test.each([
  [
    '@kb/testing/permissions',
    permissions,
    [
      'MissingPermissionError',
      'RbacFileError',
      'allows',
      'createPermissionRecorder',
      'findOperatorRbac',
      'formatRequest',
      'grantedAdvice',
      'installRbac',
      'isGranted',
      'markersOf',
      'missingMarkers',
      'permissionsOf',
      'userOf',
      'uses',
    ],
  ],
  ['@kb/testing/vitest', reporting, ['permissionReporter']],
])('%s exports these names', (_, entry, names) => {
  expect(Object.keys(entry).sort()).toEqual(names);
});
