import type { JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';

/** Encodes a value as YAML in the plainest form: one member or element a line, strings without quotes if possible. */
export function plainYaml(value: JsonValue): string {
  return `${block(value, '')}\n`;
}

function block(value: JsonValue, indent: string): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return value.map((element) => `- ${block(element, `${indent}  `)}`).join(`\n${indent}`);
  }
  if (!isJsonObject(value)) return scalar(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  return entries.map(([name, member]) => `${scalar(name)}:${afterColon(member, indent)}`).join(`\n${indent}`);
}

function afterColon(value: JsonValue, indent: string): string {
  const isBlock = (Array.isArray(value) && value.length > 0) || (isJsonObject(value) && Object.keys(value).length > 0);
  if (!isBlock) return ` ${block(value, indent)}`;
  const inner = indent === '' ? '    ' : `${indent}  `;
  return `\n${inner}${block(value, inner)}`;
}

/** Words that YAML does not read as strings: booleans, null, and numbers, some only for lenient parsers. */
const RESERVED = /^(?:true|false|null|yes|no|on|off|y|n|~|\.inf|\.nan|\.?[\d_]*(?:e[-+]?\d+)?)$/i;

function scalar(value: JsonValue): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const isNumber = value !== '' && !Number.isNaN(Number(value));
  const isBare =
    !isNumber && /^[A-Za-z_/$.][\w./$*^+,-]*(?: [\w./$*^+(),'!=<>&|-]+)*$/.test(value) && !RESERVED.test(value);
  if (isBare) return value;
  const isQuotable = /^[ -~]+$/.test(value) && !RESERVED.test(value) && !isNumber;
  return isQuotable ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
}
