import type { AppService, AppServiceSpec, AppServiceStatus } from '@appservice/client/batch/v1alpha1';

/** An AppService for tests of functions of one. */
export function anApp(spec: Partial<AppServiceSpec> = {}, status?: AppServiceStatus): AppService {
  return {
    apiVersion: 'batch.example.com/v1alpha1',
    kind: 'AppService',
    metadata: {
      name: 'web',
      namespace: 'default',
      uid: 'uid-web',
      resourceVersion: '1',
      generation: 3,
      creationTimestamp: '2026-01-01T00:00:00Z',
    },
    spec: { image: 'nginx:1', ...spec },
    ...(status && { status }),
  };
}
