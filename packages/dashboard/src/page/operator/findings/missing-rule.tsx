import { type ReactNode, useContext } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { OperatorLogContext } from '../log/use-operator-log.ts';
import type { RuleWanted } from './find-problems.ts';
import styles from './findings.module.css';

/** The marker that gives the operator what it lacks, and where it belongs. */
export function MissingRule(properties: {
  readonly rule: RuleWanted;
  readonly controller?: string | undefined;
}): ReactNode {
  const { rule, controller } = properties;
  const controllers = useContext(OperatorLogContext)?.log.description?.controllers;
  const place = controllers?.find(({ name }) => name === controller)?.definedAt;
  const group = rule.group === '' ? '""' : rule.group;
  const marker = `// +kubebuilder:rbac:groups=${group},resources=${rule.resource},verbs=${rule.verbs.join(';')}`;
  return (
    <div className={styles['rule']}>
      <p>
        Its role must allow it to <strong>{rule.verbs.join(' and ')}</strong> {rule.resource}. Add this to the markers
        above the reconciler{controller !== undefined && ` of ${controller}`} in{' '}
        {place === undefined ? 'its source' : <code>{place}</code>}, and save:
      </p>
      <div className={styles['marker']}>
        <pre>{marker}</pre>
        <CopyButton text={marker} label="Copy the marker" />
      </div>
    </div>
  );
}
