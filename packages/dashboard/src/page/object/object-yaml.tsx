import { type ReactNode, useMemo, useState } from 'react';
import type { ShownObject } from '../../protocol/index.ts';
import { useConnection } from '../connection/use-connection.ts';
import { Button } from '../parts/button.tsx';
import { Toolbar } from '../parts/toolbar.tsx';
import { fieldOwners } from '../yaml/field-owners.ts';
import { yamlLines } from '../yaml/yaml-lines.ts';
import { YamlView } from '../yaml/yaml-view.tsx';
import styles from './object-yaml.module.css';

/** The object as YAML, with who owns which field since when. Managed fields are that margin, and not shown as text. */
export function ObjectYaml({ object }: { readonly object: ShownObject }): ReactNode {
  const connection = useConnection();
  const [withOwners, setWithOwners] = useState(true);
  const [copied, setCopied] = useState('Copy');
  const lines = useMemo(() => yamlLines(withoutManagedFields(object)), [object]);
  const ownersOf = useMemo(() => fieldOwners(object, object.metadata?.managedFields ?? []), [object]);
  const copy = async (): Promise<void> => {
    try {
      const { yaml } = await connection.call({ do: 'print', object, managedFields: false });
      await navigator.clipboard.writeText(yaml);
      setCopied('Copied');
    } catch {
      setCopied('Could not copy');
    }
  };
  return (
    <div className={styles['view']}>
      <Toolbar>
        <Button
          pressed={withOwners}
          onPress={() => {
            setWithOwners(!withOwners);
          }}
        >
          Who set what
        </Button>
        <Button onPress={() => void copy()}>{copied}</Button>
      </Toolbar>
      <YamlView lines={lines} ownersOf={withOwners ? ownersOf : undefined} />
    </div>
  );
}

function withoutManagedFields(object: ShownObject): ShownObject {
  if (!object.metadata) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
