/** The latest members of a set that would grow without end. */
export interface RecentSet {
  has(member: string): boolean;
  add(member: string): void;
}

/** Makes a {@link RecentSet} of at most `size` members. */
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
