import type { ReactNode } from 'react';
import type { HistoryWrite } from '../../protocol/index.ts';
import { ObjectLink } from '../kinds/object-link.tsx';
import { useWriter } from '../operator/log/use-writer.ts';
import { Link } from '../route/link.tsx';
import { useRoute } from '../route/location.ts';

/** What was written, by whom, and in which run of the operator. */
export function WriteText({ write }: { readonly write: HistoryWrite }): ReactNode {
  const { namespace } = useRoute();
  const { ref, change, manager } = write;
  const reconcileID = useWriter(write);
  const name = ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`;
  return (
    <span>
      {ref.kind.kind} <ObjectLink to={ref}>{name}</ObjectLink> {change}
      {manager !== undefined && ` by ${manager}`}
      {reconcileID !== undefined && (
        <>
          {', '}
          <Link to={{ view: 'operator', run: reconcileID, ...(namespace !== undefined && { namespace }) }}>
            in this run
          </Link>
        </>
      )}
    </span>
  );
}
