/** Deletes on the second press: the first one turns the button into what will be lost, beside one that keeps it. */
import { useState } from 'react';
import { Button } from './button.tsx';

interface DeleteButtonProps {
  /** Name of what is deleted, for people who do not see where the button stands. */
  readonly name: string;
  /** Words of the first press, where `Delete` alone does not say what. */
  readonly label?: string;
  /** Words of the second press, such as `Delete with its matches`. */
  readonly loss: string;
  readonly isDeleting: boolean;
  readonly onDelete: () => void;
}

export function DeleteButton({
  name,
  label = 'Delete',
  loss,
  isDeleting,
  onDelete,
}: DeleteButtonProps) {
  const [isAsking, setAsking] = useState(false);

  return (
    <>
      <Button
        small
        weight={isAsking ? 'danger' : 'quiet'}
        busy={isDeleting && 'Deleting …'}
        onClick={() => (isAsking ? onDelete() : setAsking(true))}
      >
        {isAsking ? loss : label}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {isAsking && !isDeleting && (
        <Button small weight="quiet" onClick={() => setAsking(false)}>
          Keep
          <span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </>
  );
}
