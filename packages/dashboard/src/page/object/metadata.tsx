import type { ReactNode } from 'react';
import type { ShownObject } from '../../protocol/index.ts';
import { visibleText } from '../text/visible-text.ts';
import styles from './lists.module.css';

/** Longer values would push everything else off the screen. */
const LONG = 400;

const shortened = (value: string): string => (value.length > LONG ? `${value.slice(0, LONG)}…` : value);

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
            <code>{value === '' ? name : `${name}: ${visibleText(shortened(value))}`}</code>
            {value.length > LONG && (
              <p className={styles['note']}>{value.length.toLocaleString('en')} characters: the YAML has them all.</p>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
