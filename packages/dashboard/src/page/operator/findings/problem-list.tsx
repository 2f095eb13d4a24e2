import type { ReactNode } from 'react';
import { formatAge } from '../../parts/format-time.ts';
import { Link } from '../../route/link.tsx';
import { useRoute } from '../../route/location.ts';
import type { OperatorRoute } from '../../route/route.ts';
import { keyId, keyText } from '../log/operator-log.ts';
import { ChangedFields } from './changed-fields.tsx';
import { countedProblems } from './count-problems.ts';
import type { Problem } from './find-problems.ts';
import { visibleText } from '../../text/visible-text.ts';
import styles from './findings.module.css';
import { MissingRule } from './missing-rule.tsx';

const MOST_SHOWN = 8;

/**
 * What is wrong, each with what it means and where to look. Folded to one
 * line while a key is shown, and on a narrow screen, where the list would fill most of it.
 */
export function ProblemList(properties: {
  readonly problems: readonly Problem[];
  readonly folded: boolean;
}): ReactNode {
  const { problems, folded } = properties;
  if (problems.length === 0) return null;
  const isLine = folded || matchMedia('(max-width: 760px)').matches;
  const kinds = [...new Set(problems.map(({ kind }) => titles[kind].toLowerCase()))];
  return (
    <details key={String(isLine)} open={!isLine} className={styles['problems']}>
      <summary>
        {countedProblems(problems.length)}
        <span className={styles['kinds']}>: {kinds.join(', ')}</span>
      </summary>
      <ul>
        {problems.slice(0, MOST_SHOWN).map((problem) => (
          <li key={`${problem.kind} ${keyId(problem.controller, problem.key)} ${ruleId(problem)}`}>
            <span className={styles['title']}>{titles[problem.kind]}</span>
            <div className={styles['what']}>
              <Where problem={problem} />
              <What problem={problem} />
            </div>
          </li>
        ))}
      </ul>
      {problems.length > MOST_SHOWN && <p className={styles['more']}>and {problems.length - MOST_SHOWN} more</p>}
    </details>
  );
}

const titles: Record<Problem['kind'], string> = { loop: 'Endless loop', forbidden: 'Forbidden', failing: 'Failing' };

function Where({ problem }: { readonly problem: Problem }): ReactNode {
  const { namespace } = useRoute();
  const to: OperatorRoute = {
    view: 'operator',
    controller: problem.controller,
    key: keyText(problem.key),
    ...(problem.kind !== 'loop' && { run: problem.run }),
    // A link that leads to what the filter hides would lead nowhere.
    ...(namespace !== undefined && namespace === problem.key.namespace && { namespace }),
  };
  return (
    <Link to={to}>
      {problem.controller} {keyText(problem.key)}
    </Link>
  );
}

function What({ problem }: { readonly problem: Problem }): ReactNode {
  if (problem.kind === 'loop')
    return (
      <>
        <p>
          is woken by its own write, {problem.times} times in the last {formatAge(problem.withinMs)}. Each run changes{' '}
          <ChangedFields fields={problem.fields} />, and that wakes it again.
        </p>
        <p className={styles['advice']}>
          Write only when something differs, leave times and counters out of what is written, or watch with{' '}
          <code>generationChanged</code>.
        </p>
      </>
    );
  if (problem.kind === 'forbidden')
    return (
      <>
        <p>{visibleText(problem.message)}</p>
        <MissingRule rule={problem.rule} controller={problem.controller} />
      </>
    );
  return (
    <p>
      failed {problem.count === 1 ? 'in its last run' : `${problem.count} times in a row`}:{' '}
      {visibleText(problem.message)}
    </p>
  );
}

function ruleId(problem: Problem): string {
  return problem.kind === 'forbidden' ? `${problem.rule.verbs.join()} ${problem.rule.resource}` : '';
}
