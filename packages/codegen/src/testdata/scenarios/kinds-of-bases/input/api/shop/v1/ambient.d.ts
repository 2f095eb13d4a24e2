declare module '@shop/shared' {
  /** Where a thing is. */
  export interface Place {
    city: string;
    zip?: string | null;
  }
}

/** A colour that everybody knows. */
type KnownColor = 'red' | 'green';
