import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countsOf, createRemainingObjects, type RemainingObject } from './remaining-objects.ts';

const uid = fc.constantFrom('1', '2', '3', '4', '5');
const finalizers = fc.uniqueArray(fc.constantFrom('a/x', 'b/y'));
const resource = fc.constantFrom('pods.', 'widgets.lab.example.com');
const found: fc.Arbitrary<RemainingObject[]> = fc.uniqueArray(fc.record({ uid, resource, finalizers }), {
  selector: (object) => object.uid,
});
const event = fc.record({ uid, finalizers: fc.option(finalizers, { nil: undefined }) });

test('counts the objects that were listed, except those deleted during and after listing', () => {
  fc.assert(
    fc.property(fc.array(uid), found, fc.array(event), (during, objects, events) => {
      const remaining = createRemainingObjects();
      const said: [isLast: boolean, want: boolean][] = [];
      const model = new Map(objects.map((object) => [object.uid, object]));
      remaining.beginLook('n');
      expect(remaining.of('n')).toBeUndefined();
      for (const gone of during) {
        expect(remaining.remove('n', gone)).toBe(false);
        model.delete(gone);
      }
      remaining.endLook('n', objects);
      for (const { uid: changed, finalizers: held } of events) {
        const object = model.get(changed);
        if (held) {
          remaining.update('n', changed, held);
          if (object) model.set(changed, { ...object, finalizers: held });
        } else {
          said.push([remaining.remove('n', changed), object !== undefined && model.size === 1]);
          model.delete(changed);
        }
        expect(remaining.remove('other', changed)).toBe(false);
      }
      for (const [isLast, want] of said) expect(isLast).toBe(want);
      expect(remaining.of('n')).toMatchObject(countsOf(model.values()));
      remaining.forget('n');
      expect(remaining.of('n')).toBeUndefined();
    }),
  );
});
