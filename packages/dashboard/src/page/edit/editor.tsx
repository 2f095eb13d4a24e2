import { type ReactNode, useState } from 'react';
import type { ServedKind, ShownObject } from '../../protocol/index.ts';
import { useCall } from '../connection/use-call.ts';
import { ChangesList } from '../difference/changes-list.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FailureMessage } from '../parts/message.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { type DraftMode, type DryRun, writeOf } from './draft.ts';
import styles from './editor.module.css';
import { ObjectForm } from './object-form.tsx';
import { UnsavedQuestion } from './unsaved-question.tsx';
import { YamlField } from './yaml-field.tsx';

/** Creates or edits an object, by form or as YAML, with a dry run before the write. */
export function Editor(properties: {
  readonly kind: ServedKind;
  readonly initial: ShownObject;
  readonly mode: 'create' | 'edit';
  readonly onClose: () => void;
  /** After the write. */
  readonly onDone: (object: ShownObject) => void;
}): ReactNode {
  const { kind, initial, mode, onClose, onDone } = properties;
  const [draft, setDraft] = useState<ShownObject>(initial);
  const [yaml, setYaml] = useState<string | undefined>(undefined);
  const [how, setHow] = useState<DraftMode>(mode === 'create' ? 'create' : 'update');
  const [force, setForce] = useState(false);
  const [dryRun, setDryRun] = useState<DryRun | undefined>(undefined);
  const [mistakes, setMistakes] = useState(0);
  const [unsaved, setUnsaved] = useState<'none' | 'changes' | 'question'>('none');
  const { run, busy, failure } = useCall();

  /** The object as it is now: what was typed as YAML is parsed by the server, which knows the place of a mistake. */
  const current = async (): Promise<ShownObject | undefined> => {
    if (yaml === undefined) return draft;
    const parsed = await run({ do: 'parse', yaml });
    if (parsed) setDraft(parsed.object);
    return parsed?.object;
  };
  const choose = async (tab: string): Promise<void> => {
    if (tab === 'yaml' && yaml === undefined) {
      const printed = await run({ do: 'print', object: draft, managedFields: false });
      if (printed) setYaml(printed.yaml);
    } else if (tab === 'form' && yaml !== undefined && (await current())) setYaml(undefined);
  };
  const check = async (): Promise<void> => {
    const object = await current();
    if (!object) return;
    setDryRun(await run({ do: 'dry-run', write: writeOf(object, how, force) }));
  };
  const write = async (): Promise<void> => {
    const object = await current();
    if (!object) return;
    const written = await run({ do: 'write', write: writeOf(object, how, force) });
    if (written) onDone(written.object);
  };
  const changed = (): void => {
    setDryRun(undefined);
    setUnsaved('changes');
  };
  const close = (): void => {
    if (unsaved === 'none') onClose();
    else setUnsaved(unsaved === 'question' ? 'changes' : 'question');
  };
  const title = mode === 'create' ? `Create ${kind.kind}` : `Edit ${kind.kind} ${initial.metadata?.name}`;

  return (
    <Dialog title={title} onClose={close} wide>
      <Tabs
        label="Ways to edit"
        tabs={[
          { id: 'form', title: 'Form' },
          { id: 'yaml', title: 'YAML' },
        ]}
        chosen={yaml === undefined ? 'form' : 'yaml'}
        onChoose={(tab) => void choose(tab)}
      >
        <div className={styles['body']}>
          {yaml === undefined ? (
            <ObjectForm
              kind={kind}
              object={draft}
              isNew={mode === 'create'}
              onBegin={setDraft}
              onChange={(next) => {
                setDraft(next);
                changed();
              }}
              onMistakes={setMistakes}
            />
          ) : (
            <YamlField
              value={yaml}
              place={failure?.place}
              onChange={(next) => {
                setYaml(next);
                changed();
              }}
            />
          )}
        </div>
      </Tabs>
      <div className={styles['answers']} aria-live="polite">
        {failure && <FailureMessage failure={failure} />}
        {dryRun && (
          <section aria-label="What would change" className={styles['dryRun']}>
            <h2>The server accepts it. It would change:</h2>
            <ChangesList changes={dryRun.changes} />
            {dryRun.warnings.map((warning) => (
              <p key={warning}>Warning: {warning}</p>
            ))}
          </section>
        )}
      </div>
      {unsaved === 'question' && <UnsavedQuestion onKeep={close} onDiscard={onClose} />}
      <footer className={styles['footer']}>
        {mode === 'edit' && <How how={how} force={force} onHow={setHow} onForce={setForce} />}
        {yaml === undefined && mistakes > 0 && (
          <span className={styles['mistakes']}>
            {mistakes === 1 ? '1 field is' : `${mistakes} fields are`} missing or wrong
          </span>
        )}
        <Button disabled={busy} onPress={() => void check()}>
          Dry run
        </Button>
        <Button kind="primary" disabled={busy || (yaml === undefined && mistakes > 0)} onPress={() => void write()}>
          {mode === 'create' ? 'Create' : how === 'apply' ? 'Apply' : 'Save'}
        </Button>
      </footer>
    </Dialog>
  );
}

function How(properties: {
  readonly how: DraftMode;
  readonly force: boolean;
  readonly onHow: (how: DraftMode) => void;
  readonly onForce: (force: boolean) => void;
}): ReactNode {
  const { how, force, onHow, onForce } = properties;
  return (
    <>
      <select
        aria-label="How it is written"
        value={how}
        onChange={(event) => {
          onHow(event.currentTarget.value === 'apply' ? 'apply' : 'update');
        }}
      >
        <option value="update">Replace the object</option>
        <option value="apply">Server-side apply</option>
      </select>
      {how === 'apply' && (
        <label>
          <input
            type="checkbox"
            checked={force}
            onChange={(event) => {
              onForce(event.currentTarget.checked);
            }}
          />{' '}
          take fields over from others
        </label>
      )}
    </>
  );
}
