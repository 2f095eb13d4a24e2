import type { ReactNode } from 'react';

/** Names fields within a sentence. */
export function ChangedFields({ fields }: { readonly fields: readonly string[] }): ReactNode {
  if (fields.length === 0) return 'something';
  return fields.map((field, place) => (
    <span key={field}>
      {place > 0 && ', '}
      <code>{field}</code>
    </span>
  ));
}
