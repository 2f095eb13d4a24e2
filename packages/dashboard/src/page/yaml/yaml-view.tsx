import type { ReactNode } from 'react';
import { Age } from '../parts/age.tsx';
import type { FieldOwner } from './field-owners.ts';
import type { FieldPath, YamlLine } from './yaml-lines.ts';
import styles from './yaml-view.module.css';

/** Lines in one block: the browser lays out the blocks that are visible only. */
const BLOCK = 100;

/** YAML to read. With `ownersOf`, the margin says who set a field and when. */
export function YamlView(properties: {
  readonly lines: readonly YamlLine[];
  readonly ownersOf?: ((path: FieldPath) => readonly FieldOwner[]) | undefined;
}): ReactNode {
  const { lines, ownersOf } = properties;
  const blocks = Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, index) => index * BLOCK);
  const margins = ownersOf ? marginsOf(lines, ownersOf) : undefined;
  return (
    <div className={styles['yaml']} role="region" aria-label="YAML" tabIndex={0}>
      {blocks.map((start) => (
        <div key={start} className={styles['block']}>
          {lines.slice(start, start + BLOCK).map((line, offset) => (
            <Line
              key={start + offset}
              line={line}
              owners={margins?.[start + offset]}
              withMargin={margins !== undefined}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** The owners of each line; absent where they are those of the line above. */
function marginsOf(
  lines: readonly YamlLine[],
  ownersOf: (path: FieldPath) => readonly FieldOwner[],
): (readonly FieldOwner[] | undefined)[] {
  let above = '';
  return lines.map(({ path }) => {
    const owners = ownersOf(path);
    const text = owners.map(describeOwner).join();
    const isNew = text !== '' && text !== above;
    above = text;
    return isNew ? owners : undefined;
  });
}

function Line(properties: {
  readonly line: YamlLine;
  readonly owners: readonly FieldOwner[] | undefined;
  readonly withMargin: boolean;
}): ReactNode {
  const { line, owners, withMargin } = properties;
  const [first] = owners ?? [];
  return (
    <div className={styles['line']}>
      {withMargin && (
        <span className={styles['margin']} title={owners?.map(describeOwner).join('\n')}>
          {first && (
            <>
              <span className={styles['manager']}>
                {first.manager}
                {owners && owners.length > 1 && ` +${owners.length - 1}`}
              </span>
              {first.time !== undefined && <Age since={first.time} />}
            </>
          )}
        </span>
      )}
      <span className={styles['text']}>
        {' '.repeat(line.indent)}
        {line.dashes}
        {line.key !== undefined && <span className={styles['key']}>{line.key}:</span>}
        {line.key !== undefined && line.value !== undefined && ' '}
        {line.value}
      </span>
    </div>
  );
}

function describeOwner({ manager, operation, subresource, time }: FieldOwner): string {
  const what = subresource === undefined ? operation : `${operation} of ${subresource}`;
  return `${manager} (${what}${time === undefined ? '' : `, ${new Date(time).toLocaleString()}`})`;
}
