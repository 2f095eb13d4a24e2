import { expect, test } from 'vitest';
import { timeoutsOf } from './request-timeouts.ts';

const none = { headersTimeout: 0, bodyTimeout: 0 };
const some = { headersTimeout: 75_000, bodyTimeout: 75_000 };

test.each([
  ['/api/v1/pods', some],
  ['/api/v1/namespaces/a/pods/watch=true', some],
  ['/api/v1/pods?limit=500&labelSelector=watch%3Dtrue', some],
  ['/api/v1/pods?watch=false', some],
  ['/api/v1/namespaces/log/configmaps/exec', some],
  ['/api/v1/pods?watch=true', none],
  ['/api/v1/pods?allowWatchBookmarks=true&watch=1&resourceVersion=5', none],
  ['/api/v1/pods?timeoutSeconds=600', none],
  ['/api/v1/namespaces/a/pods/b/log?follow=true', none],
  ['/api/v1/namespaces/a/pods/b/exec?command=sh', none],
  ['/api/v1/namespaces/a/services/b/proxy/some/page', none],
])('%s', (path, timeouts) => {
  expect(timeoutsOf({ path }, 75_000)).toEqual(timeouts);
});
