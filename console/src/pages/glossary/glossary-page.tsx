/** `/settings/glossary`: names and jargon that people say in the videos of the workspace, a term a line. */
import type { Glossary } from '@reelsight/contract';
import { glossaryOfText, textOfGlossary, withLineNumbers } from '@reelsight/contract/glossary-text';
import { ApiError } from '@reelsight/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { workspaceCall } from '../../api/client.ts';
import { keys } from '../../api/job-events.ts';
import { isCode } from '../../api/refusal.ts';
import { useWorkspaceId } from '../../api/session.ts';
import { counted } from '../../format/quantity.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Failure, Notice, Skeleton } from '../../ui/notice.tsx';
import { PageHead, Row, Stack } from '../../ui/page.tsx';
import { messageOf, toldOf } from '../../ui/plain-message.ts';

export function GlossaryPage() {
  const workspace = useWorkspaceId();
  const { data, error, refetch } = useQuery({
    queryKey: keys.glossary(workspace),
    queryFn: ({ signal }) => workspaceCall(workspace, 'readGlossary', { signal }),
  });

  return (
    <Stack>
      <PageHead
        title="Glossary"
        lead="Names and jargon that people say in your videos. Whoever recognises the speech favours them, and writes them as you do. An analysis uses the glossary as it is when it is asked for."
      />
      {error && (
        <Failure
          error={error}
          what="The glossary could not be read."
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton lines={6} />}
      {data && <GlossaryForm key={workspace} workspace={workspace} glossary={data} />}
    </Stack>
  );
}

interface GlossaryFormProps {
  readonly workspace: string;
  readonly glossary: Glossary;
}

function GlossaryForm({ workspace, glossary }: GlossaryFormProps) {
  const [text, setText] = useState(textOfGlossary(glossary.terms));
  const [revision, setRevision] = useState(glossary.revision);
  const { terms, lines } = glossaryOfText(text);
  const save = useSave(workspace, (stored) => {
    setText(textOfGlossary(stored.terms));
    setRevision(stored.revision);
  });
  const isChanged = text !== textOfGlossary(glossary.terms);
  const isOverwriting = isCode(save.error, 'GLOSSARY_CHANGED');

  return (
    <form
      aria-label="Glossary"
      onSubmit={(event) => {
        event.preventDefault();
        if (!save.isPending) save.mutate({ terms, revision });
      }}
    >
      <Stack>
        <TextArea
          label="Terms"
          hint="One a line, the most important first. After “ = ” ordinary words that sound like it, with commas between: Kubernetes = cooper netties"
          rows={16}
          spellCheck={false}
          dir="auto"
          value={text}
          error={isOverwriting ? undefined : wordsOf(save.error, lines)}
          onChange={(event) => setText(event.target.value)}
        />
        {isOverwriting && (
          <Notice
            kind="warning"
            title="Somebody else changed the glossary meanwhile."
            action={
              <Button
                onClick={() => {
                  setText(textOfGlossary(glossary.terms));
                  setRevision(glossary.revision);
                  save.reset();
                }}
              >
                Show what stands
              </Button>
            }
          >
            Copy your lines first, then add them again.
          </Notice>
        )}
        <Row>
          <Button
            type="submit"
            weight="primary"
            disabled={!isChanged}
            busy={save.isPending && 'Saving …'}
          >
            Save
          </Button>
          <span role="status">
            {counted(terms.length, 'term')}
            {save.isSuccess && !isChanged && ', saved'}
          </span>
        </Row>
      </Stack>
    </form>
  );
}

function useSave(workspace: string, onSaved: (stored: Glossary) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Pick<Glossary, 'terms' | 'revision'>) =>
      workspaceCall(workspace, 'replaceGlossary', { body }),
    onSuccess(stored) {
      client.setQueryData(keys.glossary(workspace), stored);
      onSaved(stored);
    },
    onError: () => client.invalidateQueries({ queryKey: keys.glossary(workspace) }),
  });
}

/** The API's message, with the number of the line in place of that of the term. */
function wordsOf(error: Error | null, lines: readonly number[]): string | undefined {
  if (!error) return undefined;
  if (!(error instanceof ApiError)) return messageOf(error);

  const { path, text } = toldOf(error.message);
  const [, index] = /^terms\.(\d+)/.exec(path) ?? [];
  const line = index === undefined ? undefined : lines[Number(index)];
  return line === undefined ? messageOf(error) : `Line ${line}: ${withLineNumbers(text, lines)}`;
}
