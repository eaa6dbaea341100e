"""Typed client of a Reelsight service: video analysis over HTTP."""

from ._answer import Answer as Answer
from ._events import EventsPage as EventsPage
from ._events import StreamedEvent as StreamedEvent
from ._export_formats import BatchExportFormat as BatchExportFormat
from ._exports import ExportedFile as ExportedFile
from ._pages import Page as Page
from ._pages import Pages as Pages
from ._search import SearchKind as SearchKind
from ._search import SearchPage as SearchPage
from ._search import SearchPages as SearchPages
from ._sight import SightPage as SightPage
from ._sight import SightPages as SightPages
from ._sight import SightWords as SightWords
from ._types import *
from ._version import __version__ as __version__
from .client import Reelsight as Reelsight
from .errors import ApiError as ApiError
from .errors import AuthenticationError as AuthenticationError
from .errors import ConfigurationError as ConfigurationError
from .errors import ConflictError as ConflictError
from .errors import ConnectionFailedError as ConnectionFailedError
from .errors import FileError as FileError
from .errors import InvalidRequestError as InvalidRequestError
from .errors import NotFoundError as NotFoundError
from .errors import OutageError as OutageError
from .errors import PaymentRequiredError as PaymentRequiredError
from .errors import PermissionDeniedError as PermissionDeniedError
from .errors import RateLimitError as RateLimitError
from .errors import ReelsightError as ReelsightError
from .errors import ServerError as ServerError
from .errors import TooLargeError as TooLargeError
from .errors import UnexpectedAnswerError as UnexpectedAnswerError
from .errors import WaitTimeoutError as WaitTimeoutError
from .webhooks import WebhookVerificationError as WebhookVerificationError
from .webhooks import verify_webhook as verify_webhook
