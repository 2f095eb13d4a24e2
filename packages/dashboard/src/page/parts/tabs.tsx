import { type KeyboardEvent, type ReactNode, useId } from 'react';
import styles from './tabs.module.css';

/** A tab of a view. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  /** How much there is to see. */
  readonly count?: number;
  /** Whether the count is about errors (`bad`) or about things in progress (`busy`). */
  readonly tone?: 'bad' | 'busy' | undefined;
}

/** Tabs, and below them the content of the chosen one. Arrow keys go from tab to tab. */
export function Tabs(properties: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly children: ReactNode;
}): ReactNode {
  const { label, tabs, chosen, onChoose, children } = properties;
  const id = useId();
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const from = tabs.findIndex((tab) => tab.id === chosen);
    const next = tabs[(from + step + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.id);
    document.getElementById(`${id}-${next.id}`)?.focus();
    event.preventDefault();
  };
  return (
    <>
      <div role="tablist" aria-label={label} className={styles['tabs']} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            className={styles['tab']}
            onClick={() => {
              onChoose(tab.id);
            }}
          >
            <span className={styles['title']} data-title={tab.title}>
              {tab.title}
            </span>{' '}
            {tab.count !== undefined && tab.count > 0 && (
              <span className={`${styles['count']} ${tab.tone === undefined ? '' : styles[tab.tone]}`}>
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`} className={styles['panel']}>
        {children}
      </div>
    </>
  );
}
