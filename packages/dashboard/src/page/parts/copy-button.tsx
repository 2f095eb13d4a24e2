import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';

/** Puts a text into the clipboard, and says whether it could. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const [said, setSaid] = useState('Copy');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('Could not copy');
    }
  };
  return (
    <Button label={said === 'Copy' ? label : said} onPress={() => void copy()}>
      {said}
    </Button>
  );
}
