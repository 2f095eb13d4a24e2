// +groupName=descriptions.example.com

import type { KubernetesObject } from '@kb/apimachinery';

/** BookSpec has descriptions that are cut. This is the second sentence. */
export interface BookSpec {
  /** Short. */
  short: string;

  /** One sentence that fits into it. Another that does not fit. */
  sentence: string; // rule: option/cut-after-a-sentence

  /** One sentence alone that is too long to fit into it */
  words: string; // rule: option/cut-after-a-word

  /** Onewordthatislongerthananydescriptionshouldeverbeinanybook */
  word: string; // rule: option/cut-in-a-word

  /** See https://example.com/a/very/long/path/to/a/page for it */
  address: string; // rule: option/dots-end-sentences

  /** Is it so? Yes! Über größere Dinge — naïve café */
  marks: string; // rule: option/other-ends-of-sentences

  /** Exactly forty characters are in this one */
  exact: string;

  /**
   * First line is here
   * and the second line goes on for longer.
   */
  lines: string;
}

/** Book shows descriptions of limited length. */
// +kubebuilder:object:root=true
export interface Book extends KubernetesObject {
  spec: BookSpec;
}
