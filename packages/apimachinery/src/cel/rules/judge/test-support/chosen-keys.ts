import type { JsonSchemaProps } from '../../../../schema/json-schema-props.ts';
import { about, integer, ruled, text, type ChosenObject } from './about.ts';

const holder: JsonSchemaProps = { type: 'object', properties: { i: integer, s: text, t: text } };
const value = { i: 5, s: '1h', t: '2020-01-01T00:00:00Z' };

/** Which keys of maps are the same. */
export const chosenKeys: readonly ChosenObject[] = [
  'timestamp(self.t) in {timestamp("2020-01-01T00:00:00Z"): 1}',
  'timestamp("2020-01-01T01:00:00+01:00") in {timestamp(self.t): 1}',
  'timestamp("2020-01-01T01:00:00+01:00") in {timestamp("2020-01-01T01:00:00+01:00"): 1}',
  'timestamp("2020-01-01T00:30:00+00:30") in {timestamp("2020-01-01T00:30:00+00:30"): 1}',
  'timestamp("2020-01-01T20:00:00+20:00") in {timestamp("2020-01-01T20:00:00+20:00"): 1}',
  'duration(self.s) in {duration("60m"): 1}',
  '{duration("1h"): 1, duration("60m"): 1}.size() == 1',
  'type(self.i) in {int: 1}',
  'int in {string: 1}',
  'null in {null: 1}',
  'double("NaN") in {double("NaN"): 1}',
  '{0.0: 1}[-0.0] == 1',
  '[1] in {[1]: 1}',
  'ip("10.0.0.1") in {ip("10.0.0.1"): 1}',
  'cidr("10.0.0.0/8") in {cidr("10.0.0.0/8"): 1}',
  'cidr("10.0.0.1/8") in {cidr("10.0.0.0/8"): 1}',
  'quantity("1") in {quantity("1"): 1}',
  'url("https://a/b") in {url("https://a/b"): 1}',
  'semver("1.2.3") in {semver("1.2.3"): 1}',
  '{bytes(self.s): 1}.size() == 1',
  'dyn(bytes(self.s)) in dyn({})',
].map((rule) => about(`keys: ${rule}`, ruled(holder, rule), value));
