import type { ReactNode } from 'react';
import type { ShownObject } from '../../protocol/index.ts';
import styles from './lists.module.css';

/** Labels, annotations, finalizers, and what else identifies an object. */
export function Metadata({ object }: { readonly object: ShownObject }): ReactNode {
  const { metadata } = object;
  const entries = [
    ...Object.entries(metadata?.labels ?? {}).map(([name, value]) => ['label', name, value] as const),
    ...Object.entries(metadata?.annotations ?? {})
      .filter(([name]) => name !== 'kubectl.kubernetes.io/last-applied-configuration')
      .map(([name, value]) => ['annotation', name, value] as const),
    ...(metadata?.finalizers ?? []).map((name) => ['finalizer', name, ''] as const),
    ['uid', metadata?.uid ?? '', ''] as const,
    ['resource version', metadata?.resourceVersion ?? '', ''] as const,
    ...(metadata?.generation === undefined ? [] : [['generation', String(metadata.generation), ''] as const]),
  ];
  return (
    <dl className={styles['pairs']}>
      {entries.map(([what, name, value]) => (
        <div key={`${what} ${name}`}>
          <dt>{what}</dt>
          <dd>
            <code>{value === '' ? name : `${name}: ${value}`}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
