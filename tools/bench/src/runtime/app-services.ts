/**
 * The annotation that holds when a change was sent, in nanoseconds of the machine's monotonic clock. Both operators
 * read it.
 */
export const SENT_ANNOTATION = 'bench.example.com/sent';

/** Returns the path of the AppServices of a namespace. */
export const appServicesPath = (namespace: string): string =>
  `/apis/batch.example.com/v1alpha1/namespaces/${namespace}/appservices`;

/** Returns the name of an AppService by its number. Names have equal length, so objects have equal size. */
export const appServiceName = (index: number): string => `app-${String(index).padStart(5, '0')}`;

/** Returns an AppService as a user writes it; stored with its managed fields, it takes about 1.3 KB. */
export function appService(index: number): object {
  const name = appServiceName(index);
  return {
    apiVersion: 'batch.example.com/v1alpha1',
    kind: 'AppService',
    metadata: { name, labels: { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': `shop-${index % 100}` } },
    spec: {
      replicas: 1 + (index % 5),
      image: `registry.example.com/shop/service-${index % 100}:1.${index % 7}.0`,
      resources: { requests: { cpu: '100m', memory: '128Mi' } },
      envs: [
        { name: 'LOG_LEVEL', value: 'info' },
        { name: 'DATABASE_HOST', value: `database-${index % 100}.example.com` },
      ],
      ports: [{ name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' }],
    },
  };
}
