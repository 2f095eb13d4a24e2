/** A bounded set that keeps the most recently added members. */
export interface RecentSet {
  has(member: string): boolean;
  add(member: string): void;
}

/** Creates a {@link RecentSet} of at most `size` members. */
export function createRecentSet(size: number): RecentSet {
  const members = new Set<string>();
  return {
    has: (member) => members.has(member),
    add: (member) => {
      members.delete(member);
      members.add(member);
      for (const oldest of members) {
        if (members.size <= size) return;
        members.delete(oldest);
      }
    },
  };
}
