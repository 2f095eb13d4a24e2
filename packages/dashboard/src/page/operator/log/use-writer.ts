import { useContext, useEffect, useSyncExternalStore } from 'react';
import { useCluster } from '../../cluster/use-cluster.ts';
import { useStore } from '../../store/use-store.ts';
import { versionId } from './operator-log.ts';
import { OperatorLogContext } from './use-operator-log.ts';

/** The run of the operator that wrote a version of an object, as soon as it is known; undefined if no run did. */
export function useWriter(written: { readonly uid: string; readonly resourceVersion: string }): string | undefined {
  const live = useContext(OperatorLogContext);
  const isInspected = useStore(useCluster().session)?.operator ?? false;
  useEffect(() => {
    if (isInspected) live?.start();
  }, [live, isInspected]);
  const writer = (): string | undefined => live?.log.writers.get(versionId(written.uid, written.resourceVersion));
  return useSyncExternalStore(live?.version.subscribe ?? (() => () => undefined), writer);
}
