/** A button that loads the next page of a list. */
import { Button } from './button.tsx';

interface ShowMoreProps {
  readonly list: {
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => Promise<unknown>;
  };
}

export function ShowMore({ list }: ShowMoreProps) {
  return (
    <Button
      small
      busy={list.isFetchingNextPage && 'Reading …'}
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  );
}
